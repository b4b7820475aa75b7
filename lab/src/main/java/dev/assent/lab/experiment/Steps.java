package dev.assent.lab.experiment;

/** The names of the steps of iterations, in results and in reports. */
public final class Steps {
    /** The only step of an iteration that is one call. */
    public static final String CALL = "call";

    /** A transaction begins. */
    public static final String CREATE = "create";

    /** The first server is called. */
    public static final String INVOCATION_1 = "invocation 1";

    /** The second server is called. */
    public static final String INVOCATION_2 = "invocation 2";

    /** A transaction ends. */
    public static final String COMMIT = "commit";

    /** The sum of all steps of an iteration that has several; the last one of them. */
    public static final String TOTAL = "total";

    private Steps() {}
}
