package dev.assent.resources;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What nodes tell operators during a test, in place of the console. */
public final class CapturedNotices extends Handler implements BeforeEachCallback, AfterEachCallback {
    private final Logger logger = Logger.getLogger("dev.assent");
    private final List<String> texts = new CopyOnWriteArrayList<>();

    @Override
    public void beforeEach(ExtensionContext context) {
        logger.addHandler(this);
        logger.setUseParentHandlers(false);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        logger.removeHandler(this);
        logger.setUseParentHandlers(true);
    }

    /** All of them. */
    public List<String> all() {
        return texts;
    }

    /** Those with this id. */
    public List<String> of(String id) {
        return texts.stream().filter(each -> each.startsWith(id)).toList();
    }

    /** Those with this number, about this pool. */
    public List<String> told(int number, String pool) {
        return of("ASSENT-" + number + " ").stream()
                .filter(each -> each.contains("pool '" + pool + "'"))
                .toList();
    }

    @Override
    public void publish(LogRecord record) {
        texts.add(record.getMessage());
    }

    @Override
    public void flush() {
        // nothing is held back
    }

    @Override
    public void close() {
        // nothing is open
    }
}
