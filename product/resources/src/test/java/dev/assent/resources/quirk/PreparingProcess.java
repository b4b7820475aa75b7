package dev.assent.resources.quirk;

import dev.assent.resources.XaDriverConfig;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import javax.sql.XADataSource;

/** The main class of a process that prepares a branch in an embedded database, may roll it back, and is killed then. */
final class PreparingProcess {
    static final String HERE = "here";

    private PreparingProcess() {}

    /** Arguments: the data source's class, the URL, the user, the Xid, whether it is rolled back. */
    public static void main(String[] arguments) throws Exception {
        XADataSource source = XaDriverConfig.of(arguments[0])
                .with("url", arguments[1])
                .with("user", arguments[2])
                .create();
        Session session = new Session(source);
        session.execute("create table survivor (id int primary key, amount int)");
        TestXid xid = new TestXid(UUID.fromString(arguments[3]));
        Session other = new Session(source);
        session.prepare(xid, "survivor", 1);
        if (Boolean.parseBoolean(arguments[4])) {
            session.discard();
            other.rollBackOfAnother(xid);
        }
        System.out.println(HERE);
        new CountDownLatch(1).await();
    }
}
