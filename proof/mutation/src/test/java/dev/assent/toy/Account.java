package dev.assent.toy;

/** A class with methods that are tested well, badly, and not at all. Used by one thread. */
final class Account {
    private static final int FEE = fee();

    private int balance;

    Account(int balance) {
        this.balance = balance;
    }

    /** Tested well, and called only when the class is initialized. */
    private static int fee() {
        return 3;
    }

    /** Tested well. */
    boolean withdraw(int amount) {
        if (amount + FEE > balance) {
            return false;
        }
        balance -= amount + FEE;
        return true;
    }

    /** Tested well. */
    int balance() {
        return balance;
    }

    /** Tested badly. */
    void deposit(int amount) {
        balance += amount;
    }

    /** Not tested. */
    int half() {
        return balance / 2;
    }
}
