package dev.assent.lab.jts;

import com.arjuna.ats.internal.jts.ORBManager;
import com.arjuna.orbportability.OA;
import com.arjuna.orbportability.ORB;
import com.arjuna.orbportability.RootOA;
import dev.assent.backends.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.omg.PortableServer.POA;

/**
 * The base of every Narayana program that has a store: its settings, which are properties of the JVM, and its ORB. A
 * process has only one. Immutable.
 *
 * @param orb of it
 * @param objects has its servants
 */
record NarayanaProgram(org.omg.CORBA.ORB orb, POA objects) {
    /**
     * Limited to warnings, since no reader here needs its other messages. The field keeps the logger: a level is
     * forgotten with its logger.
     */
    private static final Logger SAYS = Logger.getLogger("com.arjuna");

    /** Where it looks for the services of others. */
    private static final String SERVICES = "CosServices.cfg";

    /**
     * Starts one.
     *
     * @param address at which it listens
     * @param folder of its store
     */
    static NarayanaProgram start(String address, Path folder) throws Exception {
        SAYS.setLevel(Level.WARNING);
        int port = FreePort.find();
        set("CoreEnvironmentBean.nodeIdentifier", "lab");
        set("RecoveryEnvironmentBean.recoveryPort", 0);
        set("RecoveryEnvironmentBean.transactionStatusManagerPort", 0);
        set("JTSEnvironmentBean.recoveryManagerPort", port);
        set("JTSEnvironmentBean.recoveryManagerAddress", address);
        set("JTSEnvironmentBean.alwaysPropagateContext", "YES");
        set("OrbPortabilityEnvironmentBean.initialReferencesRoot", folder);
        set("OrbPortabilityEnvironmentBean.initialReferencesFile", SERVICES);
        Properties properties = new Properties();
        properties.setProperty("com.sun.CORBA.ORBServerHost", address);
        properties.setProperty("com.sun.CORBA.POA.ORBPersistentServerPort", Integer.toString(port));
        properties.setProperty("com.sun.CORBA.POA.ORBServerId", "1"); // the port tells processes apart
        ORB orb = ORB.getInstance("lab");
        RootOA adapter = OA.getRootOA(orb);
        orb.initORB(new String[0], properties);
        adapter.initOA();
        ORBManager.setORB(orb);
        ORBManager.setPOA(adapter);
        return new NarayanaProgram(orb.orb(), adapter.rootPoa());
    }

    private static void set(String key, Object value) {
        System.setProperty(key, value.toString());
    }

    /** Transactions are begun by another's factory from now on. */
    static void useFactory(Path folder, String reference) throws IOException {
        Files.writeString(folder.resolve(SERVICES), "TransactionManagerService " + reference + "\n");
        set("JTSEnvironmentBean.transactionManager", "YES");
    }
}
