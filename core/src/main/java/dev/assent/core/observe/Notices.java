package dev.assent.core.observe;

/**
 * Takes what operators should read. Nothing on the way of a transaction that goes well is told here.
 *
 * <p>Who tells something goes on with its work: a notice must not throw ({@link dev.assent.core.foreign.ForeignCode}).
 *
 * <p>Thread safety: called on any thread; must not block.
 */
public interface Notices {
    /** Something is as it should be again, or news. */
    void info(String text);

    /** Something needs attention, now or if it lasts. */
    void warning(String text);
}
