package dev.assent.interop.narayana;

import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.jts.TransactionServer;
import java.io.IOException;

/**
 * Starts one of the services of Narayana's JTS, as it is, and ends it when the input ends, so that it does not outlive
 * the process that started it. The argument is {@code recovery-manager}, or {@code transaction-server} with the
 * arguments of that.
 */
public final class NarayanaService {
    private NarayanaService() {}

    /** Serves until its input ends. */
    public static void main(String[] arguments) throws IOException {
        switch (arguments[0]) {
            case "recovery-manager" -> {
                RecoveryManager.manager(RecoveryManager.DIRECT_MANAGEMENT);
                RecoveryManager.manager().startRecoveryManagerThread();
                System.out.println("Ready");
            }
            case "transaction-server" -> new Thread(() -> TransactionServer.main(new String[] {"-test"})).start();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        while (System.in.read() >= 0) {
            // until the end
        }
        Runtime.getRuntime().halt(0);
    }
}
