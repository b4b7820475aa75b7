package dev.assent.resources.quirk;

import java.sql.SQLException;

/**
 * What an error of a database means for a prepared branch, and how it is mended.
 *
 * @param step at which the error means that; it may be a general one, and mean another thing elsewhere
 * @param state the SQLState of the error; empty for any
 * @param code the vendor's code of the error; 0 for any
 * @param wrong what is wrong, for people
 * @param command what mends it
 * @param isLasting whether it stays wrong until somebody mends it
 */
public record Remedy(ProbeStep step, String state, int code, String wrong, String command, boolean isLasting) {
    /** Whether it is for this error of a step. */
    boolean isFor(ProbeStep failing, SQLException failed) {
        return step == failing
                && (state.isEmpty() || state.equals(failed.getSQLState()))
                && (code == 0 || code == failed.getErrorCode());
    }
}
