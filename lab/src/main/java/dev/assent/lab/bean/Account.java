package dev.assent.lab.bean;

/** The work of a server in the fourth experiment: it writes a row of its database. */
public interface Account {
    /** Adds to the balance of an account. */
    void add(long amount);
}
