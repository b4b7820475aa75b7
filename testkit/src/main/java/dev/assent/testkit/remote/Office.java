package dev.assent.testkit.remote;

import dev.assent.remote.service.Remote;
import dev.assent.remote.service.Transacted;
import dev.assent.remote.service.TransactionAttribute;
import java.io.Serializable;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The interface that each node of the contract exports. */
public interface Office {
    /** Does work on the node's resource, as part of the caller's transaction, which it names. */
    String work();

    /** The same, and then {@link #work} of the office at an address. */
    String workAndPassOn(String address);

    /** Nothing but {@link #work} of the office at an address. */
    String passOn(String address);

    /** Does work, and registers a synchronization that does {@link #work} of the office at an address; empty for none. */
    void workBeforeCompletion(String address);

    /** Nothing but {@link #workBeforeCompletion} of the office at an address. */
    void passOnBeforeCompletion(String address);

    /** The transaction it is part of; "none" when it is part of none. */
    @Transacted(TransactionAttribute.SUPPORTS)
    String current();

    /** How much time the transaction has left, in milliseconds. */
    long remainingMillis();

    /** Lets the transaction only roll back. */
    void mark();

    /** Returns its argument. */
    @Transacted(TransactionAttribute.SUPPORTS)
    byte @Nullable [] echo(byte @Nullable [] data);

    /** Throws. */
    @Transacted(TransactionAttribute.SUPPORTS)
    void refuse(String why) throws NotToday;

    /** Throws an exception that the method does not declare. */
    void fail(String why);

    /** Throws an exception whose text can't be read. */
    void failSpeechless();

    /** Does work, and returns a list that throws when it is read. */
    List<String> tear(Tear how);

    /** Does work, and returns a set that can't be made again from its elements. */
    Set<Brittle> crumble(Tear how);

    /** Ignores its argument. */
    @Transacted(TransactionAttribute.SUPPORTS)
    void take(List<String> texts);

    /** Ignores its argument. */
    @Transacted(TransactionAttribute.SUPPORTS)
    void hold(Set<Brittle> set);

    /** How many there are. */
    @Transacted(TransactionAttribute.SUPPORTS)
    int count(Set<Label> labels);

    /** A text; so it has its hash code. */
    record Label(String text) implements Serializable {}

    /** An object of the caller's own. */
    @Transacted(TransactionAttribute.SUPPORTS)
    Session open();

    /** An object that stays where it is. */
    @Remote
    @Transacted(TransactionAttribute.SUPPORTS)
    interface Session extends AutoCloseable {
        /** How often it was called. */
        int next();

        @Override
        void close();
    }

    /** What happens when a value is read, as {@link TornList}, or made, as {@link Brittle}. */
    enum Tear {
        /** An exception. */
        EXCEPTION,
        /** An error. */
        ERROR,
        /** A {@link SpeechlessException}. */
        SPEECHLESS;

        RuntimeException happens() {
            switch (this) {
                case ERROR -> throw new StackOverflowError("too deep");
                case SPEECHLESS -> throw new SpeechlessException();
                default -> throw new ConcurrentModificationException("changed meanwhile");
            }
        }
    }

    /** It has no hash code; so no set can be made of it. */
    record Brittle(Tear how) implements Serializable {
        /** A set of one, which does not ask for its hash code. */
        static Set<Brittle> set(Tear how) {
            Set<Brittle> set = Collections.newSetFromMap(new IdentityHashMap<>());
            set.add(new Brittle(how));
            return set;
        }

        @Override
        public int hashCode() {
            throw how.happens();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Brittle brittle && brittle.how == how;
        }
    }

    /** The exception with which an office refuses. */
    final class NotToday extends Exception {
        private static final long serialVersionUID = 1L;

        /** Says why. */
        public NotToday(@Nullable String why) {
            super(why);
        }
    }
}
