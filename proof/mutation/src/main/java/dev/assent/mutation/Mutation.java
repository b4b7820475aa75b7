package dev.assent.mutation;

import org.pitest.mutationtest.engine.MutationDetails;

/** One change of one instruction. Immutable. */
record Mutation(MutationDetails details) {
    /** The name of the class, as {@link Class#getName()}. */
    String type() {
        return details.getClassName().asJavaName();
    }

    /** The package of the class. */
    String packageName() {
        return type().substring(0, Math.max(0, type().lastIndexOf('.')));
    }

    /** The name of the method. */
    String method() {
        return details.getMethod();
    }

    /** The line in the source. */
    int line() {
        return details.getLineNumber();
    }

    /** The kind of change, such as {@code NegateConditionals}. */
    String mutator() {
        String name = details.getMutator();
        return name.substring(name.lastIndexOf('.') + 1).replaceFirst("Mutator.*", "");
    }

    /** The change in words. */
    String change() {
        return details.getDescription();
    }
}
