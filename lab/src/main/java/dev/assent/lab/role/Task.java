package dev.assent.lab.role;

import dev.assent.lab.bean.Account;
import dev.assent.lab.bean.Inside;
import dev.assent.lab.bean.Payload;
import dev.assent.lab.bean.Payloads;
import dev.assent.lab.wire.Guest;
import jakarta.transaction.UserTransaction;
import java.util.List;

/** What a thread of a client does again and again. Used by one thread. */
interface Task {
    /** What is timed in an iteration, in this order. */
    List<String> steps();

    /** Before the first iteration of a phase. */
    default void begin() throws Exception {}

    /** One iteration. */
    void run(Watch watch) throws Exception;

    /** After the last iteration of a phase. */
    default void end() throws Exception {}

    /** Calls one method, each time outside of a transaction. */
    record Call(Payloads target, Payload payload) implements Task {
        @Override
        public List<String> steps() {
            return List.of("call");
        }

        @Override
        public void run(Watch watch) {
            watch.begin();
            payload.call(target);
            watch.next();
        }
    }

    /** Calls one method, all inside one transaction, whose begin and end are not timed. */
    record CallInTransaction(Call call, UserTransaction transaction) implements Task {
        /** Longer than any phase. */
        private static final int TIMEOUT_SECONDS = 3_600;

        @Override
        public List<String> steps() {
            return call.steps();
        }

        @Override
        public void begin() throws Exception {
            transaction.setTransactionTimeout(TIMEOUT_SECONDS);
            transaction.begin();
        }

        @Override
        public void run(Watch watch) {
            call.run(watch);
        }

        @Override
        public void end() throws Exception {
            transaction.commit();
        }
    }

    /** Creates an empty transaction, and commits it. */
    record Demarcate(UserTransaction transaction) implements Task {
        @Override
        public List<String> steps() {
            return List.of("create", "commit");
        }

        @Override
        public void run(Watch watch) throws Exception {
            watch.begin();
            transaction.begin();
            watch.next();
            transaction.commit();
            watch.next();
        }
    }

    /** The same by code inside of the server; how it is told to is not timed. */
    record DemarcateInside(Inside server) implements Task {
        @Override
        public List<String> steps() {
            return List.of("create", "commit");
        }

        @Override
        public void run(Watch watch) {
            watch.done(server.demarcate());
        }
    }

    /** Calls both servers, without a transaction. */
    record Transfer(Account first, Account second) implements Task {
        @Override
        public List<String> steps() {
            return List.of("invocation 1", "invocation 2");
        }

        @Override
        public void run(Watch watch) {
            watch.begin();
            first.add(1);
            watch.next();
            second.add(-1);
            watch.next();
        }
    }

    /** Creates a transaction, calls both servers in it, and commits it. */
    record TransferInTransaction(Account first, Account second, UserTransaction transaction) implements Task {
        @Override
        public List<String> steps() {
            return List.of("create", "invocation 1", "invocation 2", "commit");
        }

        @Override
        public void run(Watch watch) throws Exception {
            watch.begin();
            transaction.begin();
            watch.next();
            first.add(1);
            watch.next();
            second.add(-1);
            watch.next();
            transaction.commit();
            watch.next();
        }
    }

    /**
     * The task of an order.
     *
     * @param words {@code call METHOD}, {@code call-in-transaction METHOD}, {@code demarcate}, {@code
     *     demarcate-inside}, {@code transfer} or {@code transfer-in-transaction}
     * @param servers their addresses
     */
    static Task of(List<String> words, Guest guest, List<String> servers) throws Exception {
        return switch (words.get(0)) {
            case "call" -> new Call(guest.payloads(servers.get(0), false), Payload.of(words.get(1)));
            case "call-in-transaction" ->
                new CallInTransaction(
                        new Call(guest.payloads(servers.get(0), true), Payload.of(words.get(1))), guest.transactions());
            case "demarcate" -> new Demarcate(guest.transactions());
            case "demarcate-inside" -> new DemarcateInside(guest.inside(servers.get(0)));
            case "transfer" -> new Transfer(guest.account(servers.get(0), false), guest.account(servers.get(1), false));
            case "transfer-in-transaction" ->
                new TransferInTransaction(
                        guest.account(servers.get(0), true), guest.account(servers.get(1), true), guest.transactions());
            default -> throw new IllegalArgumentException(words.get(0));
        };
    }
}
