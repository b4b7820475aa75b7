package dev.assent.mutation;

/**
 * A mutation and what became of it. Immutable.
 *
 * @param mutation the change
 * @param verdict what became of it
 * @param test the test class that killed it and how, or how many test classes passed
 */
record Result(Mutation mutation, Verdict verdict, String test) {
    /** All of it on one line, with tabs. */
    String line() {
        return String.join(
                "\t",
                mutation.type(),
                mutation.method(),
                Integer.toString(mutation.line()),
                mutation.mutator(),
                mutation.change(),
                verdict.toString(),
                test.replaceAll("\\s+", " "));
    }
}
