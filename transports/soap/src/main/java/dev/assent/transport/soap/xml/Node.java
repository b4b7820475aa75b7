package dev.assent.transport.soap.xml;

/** What an element holds. Immutable. */
public sealed interface Node permits Element, Node.Text {
    /** Characters, as they mean; how they are written is not kept. */
    record Text(String value) implements Node {}
}
