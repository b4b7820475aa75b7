package dev.assent.server.demo;

import dev.assent.server.crash.Bank;
import java.util.List;

/**
 * Where the demo plays. Immutable and safe to share.
 *
 * @param options how it is run
 * @param terminal where it writes
 * @param folder that holds everything
 * @param banks that are founded
 */
record Stage(DemoOptions options, Terminal terminal, DemoFolder folder, List<Bank> banks) {}
