package dev.assent.lab.ping;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolUtil;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.server.TServer;
import org.apache.thrift.server.TThreadPoolServer;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransportException;

/**
 * Thrift with its binary protocol and a pool of threads: a connection and a thread on both sides for each thread that
 * calls. Its compiler's code for {@code void ping()} is so small that it is written here by hand.
 */
final class Thrift implements PingServer {
    private static final String PING = "ping";
    private static final TStruct ARGUMENTS = new TStruct("ping_args");
    private static final TStruct RESULT = new TStruct("ping_result");

    private final TServer server;
    private final int port;

    private Thrift(TServer server, int port) {
        this.server = server;
        this.port = port;
    }

    static PingServer serve() throws TTransportException {
        TServerSocket socket = new TServerSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        TServer server = new TThreadPoolServer(new TThreadPoolServer.Args(socket).processor(Thrift::process));
        Thread thread = new Thread(server::serve, "ping-accept");
        thread.setDaemon(true);
        thread.start();
        return new Thrift(server, socket.getServerSocket().getLocalPort());
    }

    private static void process(TProtocol in, TProtocol out) throws TException {
        TMessage call = in.readMessageBegin();
        TProtocolUtil.skip(in, TType.STRUCT);
        in.readMessageEnd();
        write(out, new TMessage(call.name, TMessageType.REPLY, call.seqid), RESULT);
    }

    private static void write(TProtocol out, TMessage message, TStruct struct) throws TException {
        out.writeMessageBegin(message);
        out.writeStructBegin(struct);
        out.writeFieldStop();
        out.writeStructEnd();
        out.writeMessageEnd();
        out.getTransport().flush();
    }

    @Override
    public String address() {
        return Integer.toString(port);
    }

    @Override
    public void close() {
        server.stop();
    }

    static PingClient connect(String port) {
        List<TSocket> sockets = new ArrayList<>();
        return new PingClient() {
            @Override
            public Pinger open() throws TException {
                TSocket socket = new TSocket(InetAddress.getLoopbackAddress().getHostAddress(), Integer.parseInt(port));
                socket.open();
                sockets.add(socket);
                return new Caller(new TBinaryProtocol(socket));
            }

            @Override
            public void close() {
                sockets.forEach(TSocket::close);
            }
        };
    }

    /** One connection's calls. */
    private static final class Caller implements Pinger {
        private final TProtocol protocol;
        private int sequence;

        Caller(TProtocol protocol) {
            this.protocol = protocol;
        }

        @Override
        public void ping() throws TException {
            write(protocol, new TMessage(PING, TMessageType.CALL, ++sequence), ARGUMENTS);
            TMessage reply = protocol.readMessageBegin();
            if (reply.type != TMessageType.REPLY || reply.seqid != sequence) {
                throw new TException("the answer to call " + sequence + " is " + reply);
            }
            TProtocolUtil.skip(protocol, TType.STRUCT);
            protocol.readMessageEnd();
        }
    }
}
