package dev.assent.transport.soap.xml;

/** A part of an element's content. Immutable. */
public sealed interface Node permits Element, Node.Text {
    /** Characters, after resolving escapes and CDATA. */
    record Text(String value) implements Node {}
}
