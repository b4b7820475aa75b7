package dev.assent.core.transaction;

import dev.assent.core.commit.Dispatcher;
import dev.assent.core.log.DecisionLog;
import dev.assent.core.metrics.Metrics;
import dev.assent.core.observe.Tracer;
import dev.assent.core.time.Clock;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What a coordinator needs of the world.
 *
 * @param log the decision log, open
 * @param clock the time
 * @param dispatcher carries verbs to participants
 * @param background runs what must not hold up its caller; may run it at once
 * @param pause waits a moment for another thread of the same transaction
 * @param tracer gets each fault point; null for none
 * @param metrics counts events; null for none
 * @param transactionsMax how many transactions may be under way, a power of two
 */
public record CoordinatorPorts(
        DecisionLog log,
        Clock clock,
        Dispatcher dispatcher,
        Executor background,
        Runnable pause,
        @Nullable Tracer tracer,
        @Nullable Metrics metrics,
        int transactionsMax) {}
