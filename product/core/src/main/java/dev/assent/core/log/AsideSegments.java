package dev.assent.core.log;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.LogUnavailableException;
import dev.assent.NodeId;
import dev.assent.core.foreign.Failure;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The segments of other nodes in the folder of a log. Thread safety: as the port.
 */
final class AsideSegments implements AsideLogs {
    private final Storage storage;

    AsideSegments(Storage storage) {
        this.storage = storage;
    }

    @Override
    public List<NodeId> nodes() {
        try {
            return storage.list().stream()
                    .filter(name -> name.startsWith(LogFolder.A + LogFolder.OF))
                    .map(name -> name.substring((LogFolder.A + LogFolder.OF).length()))
                    .map(NodeId::parse)
                    .flatMap(Optional::stream)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public Optional<LogContents> read(NodeId node) {
        String suffix = LogFolder.OF + node;
        return LogContents.read(storage, LogFolder.A + suffix, LogFolder.B + suffix);
    }

    @Override
    public void putAway(NodeId node) {
        try {
            List<String> names = storage.list();
            for (String segment : List.of(LogFolder.A, LogFolder.B)) {
                String aside = segment + LogFolder.OF + node;
                if (names.contains(aside)) {
                    storage.rename(aside, LogFolder.ADOPTED + aside);
                    storage.forceNames();
                }
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private LogUnavailableException failed(IOException e) {
        return new LogUnavailableException(MESSAGES.logNotRead(storage.place(), Failure.message(e)), e);
    }
}
