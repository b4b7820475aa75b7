package dev.assent.testkit.simulation;

import dev.assent.core.fixture.storage.SimulatedStorage;
import dev.assent.core.log.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The storage of one life: each call is a port call of that life, so it may be the one in which the node
 * ends, half done; and while a force is under way, others go on. Not thread-safe.
 */
final class PortedStorage implements Storage {
    private static final int EVENTS_PER_FORCE = 6;

    private final NodeLife life;
    private final SimulatedStorage storage;
    private final GroupCommitOracle group;
    private boolean isGivenBack;

    PortedStorage(NodeLife life, SimulatedStorage storage, GroupCommitOracle group) {
        this.life = life;
        this.storage = storage;
        this.group = group;
    }

    private interface Call<T> {
        T run() throws IOException;
    }

    private interface Effect {
        void run() throws IOException;
    }

    private <T> T ask(String name, Call<T> call) throws IOException {
        if (isGivenBack && !life.isDead()) {
            life.world().ledger().broken("law 3", life + " uses a folder that it has given back: " + name);
        }
        if (!life.isEndingInStorage(name)) {
            if (!life.world().isQuiet() && life.world().aims().isHit(name, Coverage.FAILS)) {
                storage.failAtCall(storage.calls() + 1);
            }
            try {
                return call.run();
            } catch (IOException failed) {
                life.world().ledger().met(name, Coverage.FAILS);
                throw failed;
            }
        }
        if (life.endsByPower()) {
            storage.crashAtCall(storage.calls() + 1);
        } else {
            storage.killAtCall(storage.calls() + 1);
        }
        try {
            return call.run();
        } finally {
            life.end(name);
        }
    }

    private void run(String name, Effect effect) throws IOException {
        ask(name, () -> {
            effect.run();
            return true;
        });
    }

    @Override
    public String place() {
        return storage.place();
    }

    @Override
    public String fingerprint() {
        return storage.fingerprint();
    }

    @Override
    public List<String> list() throws IOException {
        return ask("Storage.list", storage::list);
    }

    @Override
    public StoredFile create(String name, long size) throws IOException {
        return ask("Storage.create", () -> new PortedFile(storage.create(name, size)));
    }

    @Override
    public StoredFile open(String name) throws IOException {
        return ask("Storage.open", () -> new PortedFile(storage.open(name)));
    }

    @Override
    public void rename(String from, String to) throws IOException {
        run("Storage.rename", () -> storage.rename(from, to));
    }

    @Override
    public void delete(String name) throws IOException {
        run("Storage.delete", () -> storage.delete(name));
    }

    @Override
    public void forceNames() throws IOException {
        run("Storage.forceNames", storage::forceNames);
    }

    @Override
    public void close() {
        isGivenBack = true;
        storage.close();
    }

    private final class PortedFile implements StoredFile {
        private final StoredFile file;

        PortedFile(StoredFile file) {
            this.file = file;
        }

        @Override
        public long size() throws IOException {
            return ask("StoredFile.size", file::size);
        }

        @Override
        public void read(long offset, ByteBuffer into) throws IOException {
            run("StoredFile.read", () -> file.read(offset, into));
        }

        @Override
        public void write(long offset, ByteBuffer from) throws IOException {
            run("StoredFile.write", () -> file.write(offset, from));
        }

        /** Callers that come while a force is under way share the next one: lets many come. */
        private void others() {
            for (int i = 0; i < EVENTS_PER_FORCE; i++) {
                life.nest();
            }
        }

        @Override
        public void force() throws IOException {
            group.forceBegins();
            others();
            life.checkAlive();
            World world = life.world();
            if (world.mayFail(world.profile().timing().hang(), Coverage.FORCE, Coverage.SLOW)) {
                world.ledger().saw(Sight.SLOW_FORCE);
                world.ledger().met(Coverage.FORCE, Coverage.SLOW);
                world.schedule().advance(world.chance().hangNanos());
            }
            run(Coverage.FORCE, file::force);
            others();
            life.checkAlive();
        }

        @Override
        public void close() {
            file.close();
        }
    }
}
