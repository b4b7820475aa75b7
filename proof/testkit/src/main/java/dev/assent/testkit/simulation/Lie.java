package dev.assent.testkit.simulation;

/** A false answer or promise of a resource. Each lying resource of a world has one of them. */
enum Lie {
    /** It answers that it has committed a branch, and has lost its work. */
    LOSES_COMMITTED(Sight.COMMITTED_AND_LOST),

    /** It has forgotten prepared branches when it comes back from a crash, as HSQLDB 2.7 does. */
    FORGETS_PREPARED(Sight.PREPARED_FORGOTTEN),

    /** It leaves prepared branches out of its in-doubt list, at times. */
    LEAVES_OUT(Sight.LEFT_OUT),

    /** It lists ended branches, at times. */
    LISTS_ENDED(Sight.LISTED_THOUGH_OVER),

    /** Its list has damaged Xids of others. */
    LISTS_DAMAGED(Sight.LISTED_DAMAGED),

    /** It votes that a branch was read-only that has work, and commits that by itself or not. */
    VOTES_READ_ONLY(Sight.FALSE_READ_ONLY);

    private final Sight sight;

    Lie(Sight sight) {
        this.sight = sight;
    }

    /** The sight of a world that has met this lie. */
    Sight sight() {
        return sight;
    }
}
