package dev.assent.transport.nativewire.fuzz;

import dev.assent.remote.message.Call;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.transport.nativewire.value.CallCodec;
import dev.assent.transport.nativewire.wire.Bytes;
import dev.assent.transport.nativewire.wire.ContextCodec;
import dev.assent.transport.nativewire.wire.FrameKind;
import dev.assent.transport.nativewire.wire.Hello;
import dev.assent.transport.nativewire.wire.RequestCodec;
import dev.assent.transport.nativewire.wire.ResponseCodec;
import dev.assent.transport.nativewire.wire.Samples;
import dev.assent.transport.nativewire.wire.Shorthand;
import dev.assent.transport.nativewire.wire.WireException;
import dev.assent.transport.nativewire.wire.WireIn;
import dev.assent.transport.nativewire.wire.WireOut;
import java.util.Arrays;

/** Tries any bytes: they are a message, which can be written and read again as the same, or are refused. */
final class Fuzz {
    private static final Shorthand SHORTHAND = Samples.betweenNodes();

    private Fuzz() {}

    /** The body of a frame; its first byte is the kind. */
    static void frame(byte[] input) {
        if (input.length == 0) {
            return;
        }
        byte[] body = Arrays.copyOfRange(input, 1, input.length);
        try {
            switch (input[0] & 3) {
                case 0 -> {
                    Request read = RequestCodec.read(Bytes.in(body), SHORTHAND);
                    WireOut out = new WireOut(FrameKind.ASK);
                    RequestCodec.write(out, SHORTHAND, read);
                    same(read, RequestCodec.read(Bytes.in(Bytes.body(out.frame())), SHORTHAND));
                }
                case 1 -> {
                    Response read = ResponseCodec.read(Bytes.in(body), SHORTHAND);
                    WireOut out = new WireOut(FrameKind.ANSWER);
                    ResponseCodec.write(out, SHORTHAND, read);
                    same(cut(read), cut(ResponseCodec.read(Bytes.in(Bytes.body(out.frame())), SHORTHAND)));
                }
                case 2 -> {
                    Context read = ContextCodec.read(Bytes.in(body), SHORTHAND);
                    WireOut out = new WireOut(FrameKind.CALL);
                    ContextCodec.write(out, SHORTHAND, read);
                    same(read, ContextCodec.read(Bytes.in(Bytes.body(out.frame())), SHORTHAND));
                }
                default -> {
                    Hello read = Hello.read(Bytes.in(body));
                    same(read, Hello.read(Bytes.in(Bytes.body(read.frame()))));
                }
            }
        } catch (WireException refused) {
            // as it should be
        }
    }

    /** Long texts are cut when they are written. */
    private static Object cut(Response read) {
        return read instanceof Response.Refused refused
                ? refused.why()
                : read instanceof Response.Ended ended ? ended.outcome() : read;
    }

    private static void same(Object read, Object again) {
        if (!read.equals(again)) {
            throw new AssertionError(read + " is written as " + again);
        }
    }

    /** A call of one of the methods of an interface that declares all kinds of types, or the result of one. */
    static void values(CallCodec codec, Call[] calls, byte[] input) {
        if (input.length < 2) {
            return;
        }
        Call call = calls[(input[1] & 0xFF) % calls.length];
        byte[] body = Arrays.copyOfRange(input, 2, input.length);
        try {
            if ((input[0] & 1) == 0) {
                WireOut out = new WireOut(FrameKind.CALL).putInt(1).putString("office");
                out.putString(signature(call)).putByte(0).write(body, 0, body.length);
                codec.read(Bytes.in(Bytes.body(out.frame())), SHORTHAND, any -> FuzzedOffice.class);
            } else {
                codec.read(new WireIn(body, 0, body.length), SHORTHAND, call);
            }
        } catch (WireException refused) {
            // as it should be
        }
    }

    private static String signature(Call call) {
        return Arrays.stream(call.method().getParameterTypes())
                .map(Class::getName)
                .collect(java.util.stream.Collectors.joining(",", call.method().getName() + "(", ")"));
    }
}
