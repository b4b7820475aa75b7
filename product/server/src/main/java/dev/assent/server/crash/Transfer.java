package dev.assent.server.crash;

import java.util.SplittableRandom;

/**
 * Money that goes from an account at one side to an account at the other. Immutable and safe to share.
 *
 * @param id unique; both sides write it down
 * @param northAccount the account at the first side, from 1
 * @param southAccount the account at the second side, from 1
 * @param amount what the account in the south gets and the one in the north gives; negative the other
 *     way round
 * @param withdrawn whether the application rolls it back at the end, after both sides have worked
 */
public record Transfer(int id, int northAccount, int southAccount, long amount, boolean withdrawn) {
    private static final int AMOUNT_MAX = 100;

    /** A transfer of a random amount, in a random direction, between random accounts. */
    public static Transfer random(int id, SplittableRandom random) {
        long amount = random.nextInt(1, AMOUNT_MAX + 1);
        return new Transfer(
                id,
                random.nextInt(1, Bank.ACCOUNTS + 1),
                random.nextInt(1, Bank.ACCOUNTS + 1),
                random.nextBoolean() ? amount : -amount,
                false);
    }

    /** The same to an account that the bank in the south does not have; that bank refuses to prepare. */
    public Transfer toNowhere() {
        return new Transfer(id, northAccount, Bank.ACCOUNTS + 1, amount, withdrawn);
    }

    /** The same, rolled back by the application. */
    public Transfer withdrawnAtEnd() {
        return new Transfer(id, northAccount, southAccount, amount, true);
    }

    /** As one word, for {@link #parse}. */
    public String word() {
        return id + "," + northAccount + "," + southAccount + "," + amount + "," + withdrawn;
    }

    /** The transfer of a {@link #word}. */
    static Transfer parse(String word) {
        String[] parts = word.split(",");
        return new Transfer(
                Integer.parseInt(parts[0]),
                Integer.parseInt(parts[1]),
                Integer.parseInt(parts[2]),
                Long.parseLong(parts[3]),
                Boolean.parseBoolean(parts[4]));
    }
}
