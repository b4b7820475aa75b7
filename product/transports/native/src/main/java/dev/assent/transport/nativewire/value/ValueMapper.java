package dev.assent.transport.nativewire.value;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.jsontype.BasicPolymorphicTypeValidator;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;

/**
 * Makes the mapper between values and CBOR (RFC 8949). Only the declared type decides what is made of bytes: no name in
 * them loads a class, and what does not fit is refused.
 */
final class ValueMapper {
    private ValueMapper() {}

    /**
     * Makes a mapper.
     *
     * @param depthMax how deeply values may be nested
     * @param bytesMax how large one text or number may be
     */
    static ObjectMapper of(int depthMax, int bytesMax) {
        CBORFactory factory = CBORFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(depthMax)
                        .maxStringLength(bytesMax)
                        .build())
                .build();
        SimpleModule refusals = new SimpleModule("assent-refusals");
        refusals.addDeserializer(Class.class, new NoClass());
        refusals.setDeserializerModifier(new BoundedTables());
        return CBORMapper.builder(factory)
                .addModules(new Jdk8Module(), new JavaTimeModule(), refusals)
                .annotationIntrospector(new SealedTypes())
                .polymorphicTypeValidator(BasicPolymorphicTypeValidator.builder()
                        .build()) // loads no class by its name, even if an annotation asks for it
                .visibility(PropertyAccessor.GETTER, Visibility.NONE)
                .visibility(PropertyAccessor.IS_GETTER, Visibility.NONE)
                .visibility(PropertyAccessor.SETTER, Visibility.NONE)
                .visibility(PropertyAccessor.FIELD, Visibility.ANY)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .disable(DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
                .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS) // a number has no zone
                .enable(SerializationFeature.WRITE_DATES_WITH_ZONE_ID)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .build();
    }

    /** Refuses values that are classes, so that no bytes load a class. */
    private static final class NoClass extends StdDeserializer<Class<?>> {
        private static final long serialVersionUID = 1L;

        NoClass() {
            super(Class.class);
        }

        @Override
        public Class<?> deserialize(JsonParser in, DeserializationContext context) throws IOException {
            return context.reportInputMismatch(Class.class, "a call can't carry a class as a value");
        }
    }
}
