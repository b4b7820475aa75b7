package dev.assent.lab.call;

import dev.assent.remote.CallTransaction;
import dev.assent.remote.ConnectedNode;
import dev.assent.remote.Passing;
import dev.assent.remote.Services;

/** A way to call an object of the same process. */
public enum Way {
    /** Without Assent. */
    PLAIN("a plain interface call"),
    /** A proxy, and the thread has no transaction. */
    OUTSIDE("by reference, no transaction (SUPPORTS)"),
    /** A proxy, and the work becomes part of the thread's transaction. */
    INSIDE("by reference, in the caller's transaction (REQUIRED)"),
    /** A proxy, and each call has a transaction of its own, in which nothing takes part. */
    OWN("by reference, in a transaction of its own (REQUIRES_NEW)"),
    /** A proxy that copies. */
    BY_VALUE("by value, in the caller's transaction (REQUIRED)");

    private final String title;

    Way(String title) {
        this.title = title;
    }

    /** Its name in the report. */
    public String title() {
        return title;
    }

    /** Whether the caller has a transaction. */
    boolean hasTransaction() {
        return this == INSIDE || this == BY_VALUE;
    }

    /** Whether it is promised to cost little more than a plain call. */
    boolean isPromised() {
        return this == OUTSIDE || this == INSIDE;
    }

    /** The object as its caller has it. */
    Adder connect(ConnectedNode node) {
        Adder bean = new AdderBean();
        if (this == PLAIN) {
            return bean;
        }
        node.export(
                "adder",
                Adder.class,
                bean,
                switch (this) {
                    case OUTSIDE -> CallTransaction.SUPPORTS;
                    case OWN -> CallTransaction.REQUIRES_NEW;
                    default -> CallTransaction.REQUIRED;
                });
        Passing passing = this == BY_VALUE ? Passing.BY_VALUE : Passing.BY_REFERENCE;
        return node.services().connect(Services.LOCAL + "/adder", Adder.class, passing);
    }
}
