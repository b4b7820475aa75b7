package dev.assent.lab.bean;

/** What a server does in the fourth experiment: it writes a row of its database. */
public interface Account {
    /** Adds to the balance of an account. */
    void add(long amount);
}
