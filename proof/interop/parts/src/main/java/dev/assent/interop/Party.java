package dev.assent.interop;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.UserTransaction;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A process that obeys its standard input, line by line, and answers on its standard output, one line each:
 *
 * <pre>
 * begin SECONDS                  begins a transaction; 0 for its default timeout; "ok"
 * OPERATION ENTRY                an operation of its own {@link Books}; "ok"
 * OPERATION ENTRY ADDRESS        the same of the books of another process; "ok"
 * commit                         "committed", "rolled-back WHY", "heuristic WHY" or "unknown WHY"
 * rollback                       "rolled-back"
 * status                         the number that Jakarta Transactions has for it
 * release                        its ledger lets the held threads go on; no answer
 * hold POINT                     its ledger holds each thread at the {@link HoldPoint}; "ok", and later "+held POINT"
 * </pre>
 *
 * <p>If a command fails, the answer is "failed WHY". A line that begins with '+' is news beside the answers. One thread
 * does all work in transactions. The process ends when its input does, so it does not outlive the process that started
 * it.
 */
public final class Party {
    /** How the news begins that a thread is held. */
    public static final String HELD = "+held ";

    /** Its first word, when it can be used. */
    public static final String READY = "ready ";

    private final PrintStream out;
    private final ExecutorService work = Executors.newSingleThreadExecutor();

    /**
     * The means of a party.
     *
     * @param transactions begins and ends the transactions of the thread
     * @param own its own books; null for one that has none
     * @param connector the books at an address
     * @param ledger behind its own books; null for one that has none
     */
    public record Means(
            UserTransaction transactions,
            @Nullable Books own,
            Function<String, Books> connector,
            @Nullable Ledger ledger) {}

    /** Answers on a stream. */
    public Party(PrintStream out) {
        this.out = out;
    }

    /** Says that a thread is held. */
    public void held(HoldPoint point) {
        say(HELD + point);
    }

    private void say(String line) {
        synchronized (out) {
            out.println(line.replace('\n', ' '));
            out.flush();
        }
    }

    /**
     * Obeys until the input ends, then ends the process at once.
     *
     * @param address of its books, for others; "" for none
     */
    public void serve(Means by, String address) throws IOException {
        say(READY + address);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] command = line.split(" ");
            if (command[0].equals("release")) {
                Objects.requireNonNull(by.ledger()).release();
            } else if (command[0].equals("hold")) {
                Objects.requireNonNull(by.ledger()).holdAt(HoldPoint.valueOf(command[1]));
                say("ok");
            } else {
                work.execute(() -> say(answer(by, command)));
            }
        }
        Runtime.getRuntime().halt(0);
    }

    private static String answer(Means by, String[] command) {
        try {
            switch (command[0]) {
                case "begin" -> {
                    by.transactions().setTransactionTimeout(Integer.parseInt(command[1]));
                    by.transactions().begin();
                    return "ok";
                }
                case "commit" -> {
                    return commit(by.transactions());
                }
                case "rollback" -> {
                    by.transactions().rollback();
                    return "rolled-back";
                }
                case "status" -> {
                    return Integer.toString(by.transactions().getStatus());
                }
                default -> {
                    Books books = command.length == 2
                            ? Objects.requireNonNull(by.own())
                            : by.connector().apply(command[2]);
                    TransactionalBooks.invoke(books, command[0], Integer.parseInt(command[1]));
                    return "ok";
                }
            }
        } catch (Exception failed) {
            failed.printStackTrace();
            return "failed " + failed;
        }
    }

    private static String commit(UserTransaction transactions) {
        try {
            transactions.commit();
            return "committed";
        } catch (RollbackException why) {
            return "rolled-back " + why;
        } catch (HeuristicMixedException | HeuristicRollbackException why) {
            return "heuristic " + why;
        } catch (Exception why) {
            return "unknown " + why;
        }
    }
}
