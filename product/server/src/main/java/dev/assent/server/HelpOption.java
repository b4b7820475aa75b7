package dev.assent.server;

import picocli.CommandLine.Option;

/** The option of every command that tells its options; after all others. Confined to one thread. */
public final class HelpOption {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            order = 100,
            description = "Show this help and exit.")
    private boolean help;
}
