package dev.assent.spi;

/**
 * How a resource differs from the XA standard (law 21: suspend touches no resource).
 *
 * @param joins whether two XAResource objects of the same resource manager ({@code isSameRM}) may work on one
 *     branch by TMJOIN; otherwise each has its own branch
 * @param endsLate whether {@code end} must not be called before the branch is prepared or rolled back, since {@code
 *     start} can't join the resource again after it
 */
public record XaTraits(boolean joins, boolean endsLate) {
    /** No joins, which costs a branch and never a failure; otherwise as the standard says. */
    public static final XaTraits STANDARD = new XaTraits(false, false);
}
