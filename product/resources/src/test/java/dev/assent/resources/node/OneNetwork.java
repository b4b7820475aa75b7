package dev.assent.resources.node;

import static dev.assent.core.message.CoreMessages.MESSAGES;

import dev.assent.remote.inprocess.LocalNetwork;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.TransportOwner;
import dev.assent.remote.transport.TransportProvider;
import dev.assent.remote.transport.Transports;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;

/** Transports of one network inside this process, which a node's configuration can name. */
public final class OneNetwork implements TransportProvider {
    private static final String SCHEME = "in-process";
    private static final LocalNetwork NETWORK = new LocalNetwork(Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "network");
        thread.setDaemon(true);
        return thread;
    }));

    @Override
    public String scheme() {
        return SCHEME;
    }

    @Override
    public List<Key> keys() {
        return List.of(new Key("colour", "What colour it has.", "red", "red, blue"));
    }

    @Override
    public Opening configure(String name, String listen, Map<String, String> settings) {
        if (!Transports.scheme(listen).equals(SCHEME)) {
            throw new IllegalArgumentException(
                    MESSAGES.settingRefused("transport." + name + ".listen", listen, SCHEME + "://NAME"));
        }
        settings.forEach((key, value) -> {
            if (!key.equals("colour") || !List.of("red", "blue").contains(value)) {
                String full = "transport." + name + "." + key;
                throw new IllegalArgumentException(MESSAGES.settingRefused(full, value, "colour: red, blue"));
            }
        });
        // a transport that does not listen has no place here, but each needs a name
        String place = listen.equals(SCHEME + ":")
                ? "nowhere-" + System.nanoTime()
                : listen.substring(SCHEME.length() + "://".length());
        return new Opening() {
            @Override
            public String scheme() {
                return SCHEME;
            }

            @Override
            public Transport make(TransportOwner owner) {
                return NETWORK.transport(
                        place, owner.life() == null ? null : owner.life().node());
            }
        };
    }
}
