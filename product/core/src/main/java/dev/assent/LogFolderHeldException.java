package dev.assent;

/** A process uses the log's folder (law 3: one folder, one process). */
public final class LogFolderHeldException extends LogUnavailableException {
    private static final long serialVersionUID = 1L;

    private final String holder;

    /**
     * With the whole message.
     *
     * @param holder the id of the process that has the folder, or words if that is unknown
     */
    public LogFolderHeldException(String message, String holder) {
        super(message, null);
        this.holder = holder;
    }

    /** The id of the process that has the folder, or words if that is unknown; for people. */
    public String holder() {
        return holder;
    }
}
