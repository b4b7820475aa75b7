package dev.assent.lab.example;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.assent.core.AssentConfig;
import dev.assent.lab.bean.Account;
import dev.assent.lab.bean.Payloads;
import dev.assent.lab.wire.Guest;
import dev.assent.lab.wire.Host;
import dev.assent.lab.wire.LabTransport;
import dev.assent.lab.wire.Place;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Java objects in HTTP, by nothing but the JDK. The example of docs/guide/lab-transport.md, which has all that follows. */
public final class HttpWire implements LabTransport {
    @Override
    public String name() {
        return "http";
    }

    @Override
    public String title() {
        return "Java objects in HTTP";
    }

    @Override
    public boolean hasTransactions() {
        return false;
    }

    /** In the process of a server. */
    @Override
    public Host serve(AssentConfig config, Place place) throws IOException {
        // else the end of each answer waits until the client has acknowledged its beginning
        System.setProperty("sun.net.httpserver.nodelay", "true");
        HttpServer server = HttpServer.create(new InetSocketAddress(place.listens(), place.port()), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
        return new HttpHost(server, place);
    }

    private record HttpHost(HttpServer server, Place place) implements Host {
        @Override
        public String address() {
            return "http://" + place.reached() + ":" + server.getAddress().getPort();
        }

        @Override
        public void export(Payloads payloads) {
            serve("/payloads/", method -> Payloads.class.getMethod(method).invoke(payloads));
        }

        @Override
        public void export(Account account, boolean isTransactional) {
            if (!isTransactional) {
                serve("/account/", amount -> {
                    account.add(Long.parseLong(amount));
                    return null;
                });
            }
        }

        private void serve(String path, Work work) {
            server.createContext(path, exchange -> answer(exchange, path, work));
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    /** What is done for a request; the rest of its path says what is wanted. */
    private interface Work {
        @Nullable Object on(String wanted) throws Exception;
    }

    private static void answer(HttpExchange exchange, String path, Work work) throws IOException {
        try (exchange) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            int status = 200;
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(work.on(exchange.getRequestURI().getPath().substring(path.length())));
            } catch (Exception failed) {
                failed.printStackTrace();
                status = 500;
            }
            exchange.sendResponseHeaders(status, bytes.size());
            bytes.writeTo(exchange.getResponseBody());
        }
    }

    /** In the process of the client. */
    @Override
    public Guest connect(String coordinator) {
        return new HttpGuest(
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build());
    }

    private record HttpGuest(HttpClient client) implements Guest {
        private static final ObjectInputFilter ALLOWED =
                ObjectInputFilter.Config.createFilter("dev.assent.lab.bean.*;java.lang.String;!*");

        @Override
        public Payloads payloads(String server, boolean isTransactional) {
            return (Payloads) Proxy.newProxyInstance(
                    Payloads.class.getClassLoader(),
                    new Class<?>[] {Payloads.class},
                    (proxy, method, arguments) -> get(server + "/payloads/" + method.getName()));
        }

        @Override
        public Account account(String server, boolean isTransactional) {
            return amount -> get(server + "/account/" + amount);
        }

        private @Nullable Object get(String uri) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(uri)).build();
            try (InputStream body =
                            client.send(request, BodyHandlers.ofInputStream()).body();
                    ObjectInputStream in = new ObjectInputStream(body)) {
                in.setObjectInputFilter(ALLOWED);
                return in.readObject();
            } catch (Exception failed) {
                throw new IllegalStateException(uri, failed);
            }
        }

        @Override
        public void close() {
            // its connections end with the process
        }
    }
}
