package dev.assent.server.crash;

import java.util.SplittableRandom;

/**
 * Money that goes from an account at one bank to an account at the other. Immutable and safe to share.
 *
 * @param id unique; both banks write it down
 * @param northAccount the account at the first bank, from 1
 * @param southAccount the account at the second bank, from 1
 * @param amount what the account in the south gets and the one in the north gives; negative the other
 *     way round
 */
public record Transfer(int id, int northAccount, int southAccount, long amount) {
    private static final int AMOUNT_MAX = 100;

    /** A transfer of a random amount, in a random direction, between random accounts. */
    public static Transfer random(int id, SplittableRandom random) {
        long amount = random.nextInt(1, AMOUNT_MAX + 1);
        return new Transfer(
                id,
                random.nextInt(1, Bank.ACCOUNTS + 1),
                random.nextInt(1, Bank.ACCOUNTS + 1),
                random.nextBoolean() ? amount : -amount);
    }

    /** The same to an account that the bank in the south does not have; that bank refuses to prepare. */
    Transfer toNowhere() {
        return new Transfer(id, northAccount, Bank.ACCOUNTS + 1, amount);
    }
}
