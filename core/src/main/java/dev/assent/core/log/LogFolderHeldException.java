package dev.assent.core.log;

/** A log's folder is in use by a process (law 3). */
public final class LogFolderHeldException extends LogUnavailableException {
    private static final long serialVersionUID = 1L;

    private final String holder;

    /**
     * With the whole message.
     *
     * @param holder the id of the process that has the folder
     */
    public LogFolderHeldException(String message, String holder) {
        super(message, null);
        this.holder = holder;
    }

    /** The id of the process that has the folder. */
    public String holder() {
        return holder;
    }
}
