package dev.assent.resources;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Keeps what nodes tell operators, from its making until it is closed, instead of printing it. */
final class NoticeRecorder extends Handler implements AutoCloseable {
    private final Logger logger = Logger.getLogger("dev.assent");
    private final List<String> texts = new CopyOnWriteArrayList<>();

    NoticeRecorder() {
        logger.addHandler(this);
        logger.setUseParentHandlers(false);
    }

    /** What was told with this number, about this pool. */
    List<String> told(int number, String pool) {
        return texts.stream()
                .filter(text -> text.startsWith("ASSENT-" + number + " ") && text.contains("pool '" + pool + "'"))
                .toList();
    }

    @Override
    public void publish(LogRecord notice) {
        texts.add(notice.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.setUseParentHandlers(true);
        logger.removeHandler(this);
    }
}
