package dev.assent.core.xa;

/**
 * How a resource differs from what XA asks for (law 21).
 *
 * @param joins whether two XAResource objects of the same resource manager ({@code isSameRM}) may work
 *     on one branch by TMJOIN; when not, each has a branch of its own
 * @param endsLate whether {@code end} must not be called before the branch is prepared or rolled back,
 *     since the resource can't be joined again by {@code start} after it
 */
public record XaTraits(boolean joins, boolean endsLate) {
    /** No joins, which costs a branch and never a failure; else as the standard says. */
    public static final XaTraits STANDARD = new XaTraits(false, false);
}
