package dev.assent.core.adapter;

/** The user that runs this process. Has no state. */
public final class OsUser {
    private OsUser() {}

    /** The user's name at the operating system. */
    public static String name() {
        return ProcessHandle.current().info().user().orElseGet(() -> System.getProperty("user.name", "unknown"));
    }
}
