package dev.assent.testkit.resource;

import dev.assent.core.observe.Notices;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps what operators would read.
 *
 * <p>Thread safety: safe to share.
 */
public final class RecordingNotices implements Notices {
    private final List<String> texts = new ArrayList<>();

    @Override
    public synchronized void info(String text) {
        texts.add("info: " + text);
    }

    @Override
    public synchronized void warning(String text) {
        texts.add("warning: " + text);
    }

    /** All of them in order, each behind "info: " or "warning: ". */
    public synchronized List<String> all() {
        return List.copyOf(texts);
    }

    /** Those with this message number. */
    public List<String> of(int number) {
        return all().stream()
                .filter(text -> text.contains("ASSENT-" + number + " "))
                .toList();
    }
}
