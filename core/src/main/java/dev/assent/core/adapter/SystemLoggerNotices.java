package dev.assent.core.adapter;

import dev.assent.core.observe.Notices;

/** Sends notices to the platform's logger "dev.assent". */
public final class SystemLoggerNotices implements Notices {
    private final System.Logger logger = System.getLogger("dev.assent");

    @Override
    public void info(String text) {
        logger.log(System.Logger.Level.INFO, text);
    }

    @Override
    public void warning(String text) {
        logger.log(System.Logger.Level.WARNING, text);
    }
}
