package dev.assent.lab.ping;

import io.grpc.CallOptions;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** gRPC with its defaults: HTTP/2 without TLS, one connection. Its messages are empty, so they need no schema. */
final class Grpc implements PingServer {
    private static final int END_SECONDS_MAX = 5;

    private static final Object EMPTY = new Object();

    private static final MethodDescriptor.Marshaller<Object> MARSHALLER = new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(Object value) {
            return new ByteArrayInputStream(new byte[0]);
        }

        @Override
        public Object parse(InputStream stream) {
            return EMPTY;
        }
    };

    private static final MethodDescriptor<Object, Object> PING = MethodDescriptor.newBuilder(MARSHALLER, MARSHALLER)
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName(MethodDescriptor.generateFullMethodName("Ping", "ping"))
            .build();

    private final Server server;

    private Grpc(Server server) {
        this.server = server;
    }

    static PingServer serve() throws IOException {
        ServerServiceDefinition service = ServerServiceDefinition.builder("Ping")
                .addMethod(PING, ServerCalls.asyncUnaryCall(Grpc::answer))
                .build();
        return new Grpc(NettyServerBuilder.forAddress(loopback(0), InsecureServerCredentials.create())
                .addService(service)
                .build()
                .start());
    }

    private static void answer(Object request, StreamObserver<Object> reply) {
        reply.onNext(EMPTY);
        reply.onCompleted();
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    @Override
    public String address() {
        return Integer.toString(server.getPort());
    }

    @Override
    public void close() throws InterruptedException {
        server.shutdownNow().awaitTermination(END_SECONDS_MAX, TimeUnit.SECONDS);
    }

    static PingClient connect(String port) {
        ManagedChannel channel = NettyChannelBuilder.forAddress(
                        loopback(Integer.parseInt(port)), InsecureChannelCredentials.create())
                .build();
        return new PingClient() {
            @Override
            public Pinger open() {
                return () -> ClientCalls.blockingUnaryCall(channel, PING, CallOptions.DEFAULT, EMPTY);
            }

            @Override
            public void close() throws InterruptedException {
                channel.shutdownNow().awaitTermination(END_SECONDS_MAX, TimeUnit.SECONDS);
            }
        };
    }
}
