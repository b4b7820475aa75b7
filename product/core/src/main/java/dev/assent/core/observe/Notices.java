package dev.assent.core.observe;

/**
 * Takes messages for operators. A transaction that goes well causes none.
 *
 * <p>A notice must not throw ({@link dev.assent.core.foreign.ForeignCode}), since its caller goes on with other work.
 *
 * <p>Thread safety: called on any thread; must not block.
 */
public interface Notices {
    /** A problem is over, or there is news. */
    void info(String text);

    /** A problem needs attention, now or if it lasts. */
    void warning(String text);
}
