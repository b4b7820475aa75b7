package dev.assent.core.race;

import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.Operation;

/** Like {@code GroupForceOperations}, but a force also answers threads whose records it has not taken. */
public class EagerForce {
    private final Object lock = new Object();
    private final List<Long> waiting = new ArrayList<>();
    private long appended;
    private boolean isLed;
    private volatile long forced;
    private volatile boolean isWrong;

    @Operation
    public boolean commit() {
        long position;
        synchronized (lock) {
            position = ++appended;
            if (isLed) {
                waiting.add(position);
                return !isWrong;
            }
            isLed = true;
        }
        force();
        tell(position);
        synchronized (lock) {
            waiting.forEach(this::tell);
            waiting.clear();
            isLed = false;
        }
        return !isWrong;
    }

    private void force() {
        long taken;
        synchronized (lock) {
            taken = appended;
        }
        forced = taken;
    }

    private void tell(long position) {
        isWrong |= position > forced;
    }
}
