package dev.assent.transport.nativewire.value;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import com.fasterxml.jackson.databind.jsontype.TypeResolverBuilder;
import com.fasterxml.jackson.databind.jsontype.impl.StdTypeResolverBuilder;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a value of a sealed type with the name of its class. Reading looks for the name among the classes that the
 * type permits; a name never loads a class.
 */
final class SealedTypes extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1L;

    private static boolean isOpenChoice(Class<?> type) {
        return type.isSealed() && !Enum.class.isAssignableFrom(type); // constants with bodies seal an enum
    }

    @Override
    public @Nullable TypeResolverBuilder<?> findTypeResolver(
            MapperConfig<?> config, AnnotatedClass annotated, JavaType base) {
        TypeResolverBuilder<?> said = super.findTypeResolver(config, annotated, base);
        return said != null || !isOpenChoice(annotated.getRawType())
                ? said
                : new StdTypeResolverBuilder(JsonTypeInfo.Value.construct(
                        JsonTypeInfo.Id.NAME, JsonTypeInfo.As.WRAPPER_ARRAY, null, null, false, true, true));
    }

    @Override
    public @Nullable List<NamedType> findSubtypes(Annotated annotated) {
        List<NamedType> said = super.findSubtypes(annotated);
        return said != null || !isOpenChoice(annotated.getRawType())
                ? said
                : Arrays.stream(annotated.getRawType().getPermittedSubclasses())
                        .map(each -> new NamedType(each, each.getName()))
                        .toList();
    }
}
