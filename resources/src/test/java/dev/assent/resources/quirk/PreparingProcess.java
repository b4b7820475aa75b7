package dev.assent.resources.quirk;

import dev.assent.resources.XaDriverConfig;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;

/** The main class of a process that prepares a branch in an embedded database and is killed then. */
final class PreparingProcess {
    static final String HERE = "prepared";

    private PreparingProcess() {}

    /** Arguments: the data source's class, the URL, the user, the Xid. */
    public static void main(String[] arguments) throws Exception {
        Session session = new Session(XaDriverConfig.of(arguments[0])
                .with("url", arguments[1])
                .with("user", arguments[2])
                .create());
        session.execute("create table survivor (id int primary key, amount int)");
        session.prepare(new TestXid(UUID.fromString(arguments[3])), "survivor", 1);
        System.out.println(HERE);
        new CountDownLatch(1).await();
    }
}
