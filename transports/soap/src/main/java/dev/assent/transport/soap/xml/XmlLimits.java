package dev.assent.transport.soap.xml;

/**
 * How much a message may have: whoever sends one decides what is made of it, within these.
 *
 * @param bytesMax as it has come
 * @param depthMax elements inside of each other
 * @param elementsMax in all
 * @param attributesMax of one element; as many namespaces it may declare
 */
public record XmlLimits(int bytesMax, int depthMax, int elementsMax, int attributesMax) {
    /** 64 KiB, 32 levels, 1,000 elements, 32 attributes: the protocol's own messages take 2 KiB, 8 levels and 30. */
    public static final XmlLimits DEFAULT = new XmlLimits(1 << 16, 32, 1_000, 32);

    /** Refuses limits that are none. */
    public XmlLimits {
        if (bytesMax < 1 || depthMax < 1 || elementsMax < 1 || attributesMax < 1) {
            throw new IllegalArgumentException(
                    "limits of " + bytesMax + " bytes, " + depthMax + " levels, " + elementsMax + " elements and "
                            + attributesMax + " attributes are not allowed; each is 1 or more");
        }
    }
}
