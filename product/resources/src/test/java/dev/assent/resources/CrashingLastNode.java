package dev.assent.resources;

import static dev.assent.resources.ItemTable.insert;

import dev.assent.Assent;
import dev.assent.TransactionId;
import dev.assent.core.observe.FaultPoint;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The main class of a process that is killed: commits one transaction on a server with XA and on another as
 * its last resource, and when it reaches a fault point says so and waits for its end.
 */
final class CrashingLastNode {
    private CrashingLastNode() {}

    /** Arguments: log folder, fault point, the URLs of two databases, whether there are markers. */
    public static void main(String[] arguments) throws Exception {
        Assent assent = CrashingNode.open(arguments[0], FaultPoint.valueOf(arguments[1]), TransactionId::toString);
        JdbcPool orders = CrashingNode.pool(assent, "orders", arguments[2]);
        JdbcPool ledger = ledger(assent, arguments[3], Boolean.parseBoolean(arguments[4]));
        assent.recover(); // makes the table of markers
        assent.transactionManager().begin();
        insert(ledger, 1);
        insert(orders, 1);
        assent.transactionManager().commit();
        System.out.println("never at the fault point");
    }

    /** A pool of connections without XA. */
    static JdbcPool ledger(Assent assent, String url, boolean hasMarkers) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url);
        source.setUser("postgres");
        return JdbcPool.open(assent, JdbcPoolConfig.lastResource("ledger", source, hasMarkers));
    }
}
