package dev.assent.resources;

import dev.assent.resources.room.PoolGate;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.ConnectionValidator;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import java.time.Duration;

/** What Agroal's part of a pool is set to. */
final class AgroalSettings {
    /**
     * How long Agroal waits before it is asked again. {@link PoolGate} lets in as many as there are connections,
     * so nobody waits there for another to give one back. But a virtual thread waits for the thread that takes over its
     * connection from {@link Openings}; and who finds the only one idle just when Agroal tries it or closes it waits for that, and is
     * not woken when it is gone.
     */
    private static final Duration WAIT_AT_ONCE_MAX = Duration.ofMillis(250);

    private AgroalSettings() {}

    /** Divides the whole wait evenly, so that it does not become longer. */
    static Duration waitAtOnce(JdbcPoolConfig config) {
        Duration timeout = config.time(PoolSetting.ACQUISITION_TIMEOUT_MILLIS);
        return timeout.dividedBy(1 + timeout.minusNanos(1).dividedBy(WAIT_AT_ONCE_MAX));
    }

    /** Agroal's part: it fails at once, since a retry is the caller's; recovery is not its business. */
    static AgroalDataSourceConfigurationSupplier of(
            JdbcPoolConfig config, PoolEnlistment enlistment, LostConnection lost) {
        int validationSeconds = config.count(PoolSetting.VALIDATION_TIMEOUT_SECONDS);
        Duration idle = config.time(PoolSetting.VALIDATION_AFTER_IDLE_MILLIS);
        AgroalDataSourceConfigurationSupplier agroal = new AgroalDataSourceConfigurationSupplier();
        agroal.connectionPoolConfiguration()
                .initialSize(0)
                .minSize(config.count(PoolSetting.CONNECTIONS_PREFILLED))
                .maxSize(config.count(PoolSetting.CONNECTIONS_MAX))
                .acquisitionTimeout(waitAtOnce(config))
                .establishmentRetryAttempts(0)
                .recoveryEnable(false)
                .validateOnBorrow(idle.isZero())
                .idleValidationTimeout(idle)
                .reapTimeout(config.time(PoolSetting.IDLE_LIMIT_SECONDS))
                .maxLifetime(config.time(PoolSetting.LIFETIME_LIMIT_SECONDS))
                .connectionValidator(ConnectionValidator.defaultValidatorWithTimeout(validationSeconds))
                .exceptionSorter(lost)
                .transactionIntegration(enlistment)
                .connectionFactoryConfiguration()
                .connectionProviderClass(PoolSource.Adapter.class)
                .networkTimeout(config.time(PoolSetting.NETWORK_TIMEOUT_MILLIS));
        return agroal;
    }
}
