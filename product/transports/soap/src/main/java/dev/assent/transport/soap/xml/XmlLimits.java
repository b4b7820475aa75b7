package dev.assent.transport.soap.xml;

/**
 * The limits of a message; within these, its sender decides how much memory its elements take.
 *
 * @param bytesMax its size as received
 * @param depthMax how deep elements may be nested
 * @param elementsMax in all
 * @param attributesMax of one element; it may also declare as many namespaces
 */
public record XmlLimits(int bytesMax, int depthMax, int elementsMax, int attributesMax) {
    /** 64 KiB, 32 levels, 1,000 elements, 32 attributes: the protocol's own messages take 2 KiB, 8 levels and 30. */
    public static final XmlLimits DEFAULT = new XmlLimits(1 << 16, 32, 1_000, 32);

    /** Refuses limits out of range. */
    public XmlLimits {
        if (bytesMax < 1 || depthMax < 1 || elementsMax < 1 || attributesMax < 1) {
            throw new IllegalArgumentException(
                    "limits of " + bytesMax + " bytes, " + depthMax + " levels, " + elementsMax + " elements and "
                            + attributesMax + " attributes are not allowed; each is 1 or more");
        }
    }
}
