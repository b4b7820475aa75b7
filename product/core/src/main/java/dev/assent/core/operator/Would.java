package dev.assent.core.operator;

/**
 * What an act would do, or why it would be refused. Immutable.
 *
 * @param isRefused whether it would be refused
 * @param text for people
 */
record Would(boolean isRefused, String text) {
    static Would act(String what) {
        return new Would(false, what);
    }

    static Would refuse(String why) {
        return new Would(true, "refused: " + why);
    }
}
