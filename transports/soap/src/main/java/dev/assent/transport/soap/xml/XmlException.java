package dev.assent.transport.soap.xml;

/** What has come is no XML, more than the limits allow, or not of the shape it must have; the message says where. */
public final class XmlException extends Exception {
    private static final long serialVersionUID = 1L;

    /** A fault in what has come. */
    public XmlException(String text) {
        super(text);
    }

    /** A fault that the parser has found. */
    public XmlException(String text, Throwable cause) {
        super(text, cause);
    }
}
