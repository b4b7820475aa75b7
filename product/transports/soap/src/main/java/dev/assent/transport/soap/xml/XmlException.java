package dev.assent.transport.soap.xml;

/** The input is not XML, exceeds the limits, or has the wrong structure; the message says where. */
public final class XmlException extends Exception {
    private static final long serialVersionUID = 1L;

    /** An error in the input. */
    public XmlException(String text) {
        super(text);
    }

    /** An error that the parser has found. */
    public XmlException(String text, Throwable cause) {
        super(text, cause);
    }
}
