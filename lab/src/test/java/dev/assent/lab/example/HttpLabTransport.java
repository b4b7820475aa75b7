package dev.assent.lab.example;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.assent.AssentConfig;
import dev.assent.lab.transport.Endpoint;
import dev.assent.lab.transport.LabClient;
import dev.assent.lab.transport.LabServer;
import dev.assent.lab.transport.LabTransport;
import dev.assent.remote.CallTransaction;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Java objects in HTTP, by nothing but the JDK. The example of docs/guide/lab-transport.md, which has all that follows. */
public final class HttpLabTransport implements LabTransport {
    private static final int OK = 200;
    private static final int FAILED = 500;

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
    public LabServer serve(AssentConfig config, Endpoint endpoint) throws IOException {
        // else the end of each answer waits until the client has acknowledged its beginning
        System.setProperty("sun.net.httpserver.nodelay", "true");
        HttpServer server = HttpServer.create(new InetSocketAddress(endpoint.listens(), endpoint.port()), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
        return new HttpLabServer(server, endpoint);
    }

    private record HttpLabServer(HttpServer server, Endpoint endpoint) implements LabServer {
        @Override
        public String address() {
            return "http://" + endpoint.reached() + ":" + server.getAddress().getPort();
        }

        @Override
        public <T> void export(String name, Class<T> type, T object, CallTransaction attribute) {
            Map<String, Method> methods =
                    Arrays.stream(type.getMethods()).collect(Collectors.toMap(Method::getName, Function.identity()));
            server.createContext("/" + name + "/", exchange -> answer(exchange, methods, object));
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    /** The end of the path is the method, the body its arguments; what fails has a status of its own. */
    private static void answer(HttpExchange exchange, Map<String, Method> methods, Object object) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            int status = OK;
            @Nullable Object result;
            try {
                Method method = Objects.requireNonNull(methods.get(path.substring(path.lastIndexOf('/') + 1)), path);
                Object[] arguments = (Object[]) read(exchange.getRequestBody().readAllBytes());
                result = method.invoke(object, arguments);
            } catch (InvocationTargetException failed) {
                status = FAILED;
                result = String.valueOf(failed.getCause());
            } catch (ReflectiveOperationException | RuntimeException refused) {
                status = FAILED;
                result = refused.toString();
            }
            byte[] body = written(result);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    /** In the process of the client. */
    @Override
    public LabClient connect(String coordinator) {
        return new HttpLabClient(
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build());
    }

    private record HttpLabClient(HttpClient client) implements LabClient {
        @Override
        public <T> T connect(String server, String name, Class<T> type) {
            return type.cast(Proxy.newProxyInstance(
                    type.getClassLoader(),
                    new Class<?>[] {type},
                    (self, method, arguments) ->
                            call(URI.create(server + "/" + name + "/" + method.getName()), arguments)));
        }

        private @Nullable Object call(URI method, Object @Nullable [] arguments) throws InterruptedException {
            try {
                HttpRequest request = HttpRequest.newBuilder(method)
                        .POST(BodyPublishers.ofByteArray(written(arguments)))
                        .build();
                HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());
                @Nullable Object result = read(response.body());
                if (response.statusCode() != OK) {
                    throw new IllegalStateException(
                            method + " has the status " + response.statusCode() + ": " + result);
                }
                return result;
            } catch (IOException | ClassNotFoundException failed) {
                throw new IllegalStateException(method.toString(), failed);
            }
        }

        @Override
        public void close() {
            // its connections end with the process
        }
    }

    private static byte[] written(@Nullable Object value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        return bytes.toByteArray();
    }

    private static @Nullable Object read(byte[] bytes) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            in.setObjectInputFilter(ObjectInputFilter.Config.createFilter("dev.assent.lab.**;java.lang.*;!*"));
            return in.readObject();
        }
    }
}
