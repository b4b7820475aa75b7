package dev.assent.resources.jms;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import org.jspecify.annotations.Nullable;

/**
 * A JMSConsumer over a consumer's handle. Thread safety: one thread at a time, as a JMSConsumer.
 *
 * @param consumer a {@link Handle}
 */
record ConsumerHandle(MessageConsumer consumer) implements JMSConsumer {
    private interface Call<T> {
        T run() throws JMSException;
    }

    private static <T extends @Nullable Object> T unchecked(Call<T> call) {
        try {
            return call.run();
        } catch (JMSException failed) {
            throw Failures.unchecked(failed);
        }
    }

    private static <T> @Nullable T body(@Nullable Message message, Class<T> type) throws JMSException {
        return message == null ? null : message.getBody(type);
    }

    @Override
    public @Nullable String getMessageSelector() {
        return unchecked(consumer::getMessageSelector);
    }

    @Override
    public @Nullable MessageListener getMessageListener() {
        return null;
    }

    @Override
    public void setMessageListener(MessageListener listener) {
        unchecked(() -> {
            consumer.setMessageListener(listener);
            return listener;
        });
    }

    @Override
    public @Nullable Message receive() {
        return unchecked(consumer::receive);
    }

    @Override
    public @Nullable Message receive(long timeoutMillis) {
        return unchecked(() -> consumer.receive(timeoutMillis));
    }

    @Override
    public @Nullable Message receiveNoWait() {
        return unchecked(consumer::receiveNoWait);
    }

    @Override
    public <T> @Nullable T receiveBody(Class<T> type) {
        return unchecked(() -> body(consumer.receive(), type));
    }

    @Override
    public <T> @Nullable T receiveBody(Class<T> type, long timeoutMillis) {
        return unchecked(() -> body(consumer.receive(timeoutMillis), type));
    }

    @Override
    public <T> @Nullable T receiveBodyNoWait(Class<T> type) {
        return unchecked(() -> body(consumer.receiveNoWait(), type));
    }

    @Override
    public void close() {
        unchecked(() -> {
            consumer.close();
            return consumer;
        });
    }
}
