package dev.assent.resources.quirk;

import java.sql.SQLException;

/**
 * The meaning of a database's error for a prepared branch, and its remedy.
 *
 * @param step at which the error means that; elsewhere the error may mean something else
 * @param state the SQLState of the error; empty for any
 * @param code the vendor's code of the error; 0 for any
 * @param wrong what is wrong, for people
 * @param command the remedy
 * @param isLasting whether it stays wrong until an operator repairs it
 */
public record Remedy(ProbeStep step, String state, int code, String wrong, String command, boolean isLasting) {
    /** Whether it is for this error of a step. */
    boolean isFor(ProbeStep failing, SQLException failed) {
        return step == failing
                && (state.isEmpty() || state.equals(failed.getSQLState()))
                && (code == 0 || code == failed.getErrorCode());
    }
}
