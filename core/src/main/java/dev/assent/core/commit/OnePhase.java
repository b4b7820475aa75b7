package dev.assent.core.commit;

/**
 * One-phase commit: for transactions that must never have a second participant. It writes nothing and
 * keeps nothing; enlisting a second participant is refused.
 */
public final class OnePhase implements CommitProtocol {
    /** The only instance that is ever needed. */
    public static final OnePhase INSTANCE = new OnePhase();

    private OnePhase() {}

    @Override
    public String name() {
        return "one-phase";
    }

    @Override
    public int participantsMax() {
        return 1;
    }

    /** The lone participant may be one that can't prepare. */
    @Override
    public CommitProtocol withLastResource() {
        return this;
    }

    /** As presumed abort, which asks a lone participant in one phase wherever that can be done. */
    @Override
    public Step next(Step step, Event event) {
        return PresumedAbort.INSTANCE.next(step, event);
    }
}
