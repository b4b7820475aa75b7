package dev.assent.resources;

import dev.assent.harness.Fast;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

@Fast
class PlatformThreadsIT extends ColdPoolContract {
    @Override
    ExecutorService threads() {
        return Executors.newCachedThreadPool();
    }
}
